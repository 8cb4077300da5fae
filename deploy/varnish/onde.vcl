vcl 4.1;
# Varnish before the web processes of one radio, which keeps pages and is told by Onde when one of them has changed.
# Debian: apt-get install varnish varnish-modules; goes into /etc/varnish/default.vcl. TLS is ended before it (Caddy, nginx, hitch).
# Change: the addresses of the backends, who is the station, and the key. On every machine of the station:
# PAGE_PURGE_URL=http://10.0.0.9:6081/purge-pages (where this one listens), PAGE_PURGE_KEY, ORIGIN, TRUST_PROXY=2
# (the one that ends TLS, and this one), and HOST=0.0.0.0 behind a firewall that lets this machine in alone.

import directors;
import std;
import xkey;

# npm start, or onde broadcast
backend radio { .host = "10.0.0.5"; .port = "8080"; .connect_timeout = 1s; }

# onde web --port 8081. Not /healthz: while the database is away each process still answers, with what is kept or with
# words.
probe health { .url = "/robots.txt"; .interval = 2s; .timeout = 2s; .window = 3; .threshold = 2; .initial = 2; }
backend web1 { .host = "10.0.0.6"; .port = "8081"; .connect_timeout = 1s; .probe = health; }
backend web2 { .host = "10.0.0.7"; .port = "8081"; .connect_timeout = 1s; .probe = health; }

# Machines of the station. Whoever ends TLS on this machine has a local address too, and with it every visitor: what keeps
# strangers out is the key.
acl station { "127.0.0.1"; "10.0.0.0"/24; }

sub vcl_init {
    new web = directors.round_robin();
    web.add_backend(web1);
    web.add_backend(web2);
}

sub vcl_recv {
    if (req.url == "/purge-pages") {
        if (req.method != "POST") { return (synth(405)); }
        # PAGE_PURGE_KEY: openssl rand -hex 24
        if (client.ip !~ station || req.http.Authorization != "Bearer change-this-key") { return (synth(403)); }
        if (!req.http.Surrogate-Key) { return (synth(400)); }
        return (synth(200, xkey.purge(req.http.Surrogate-Key) + " purged"));
    }

    set req.backend_hint = web.backend();

    # Sound ends when the listener does: it goes through, and a connection is for one stream alone.
    if (req.url ~ "^/(stream/|listen/|now-playing/|radio-machine$|broadcast-group$)") {
        set req.backend_hint = radio;
        return (pipe);
    }
    # Titles and pictures are the radio's, and say themselves how long they may be kept. Videos and episodes are long,
    # and what Icecast asks is asked each time.
    if (req.url ~ "^/((titre|fluxaudio)\.json$|(covers|previews|slots|og)/)") { set req.backend_hint = radio; }
    if (req.url ~ "^/(videos|podcasts)/|^/icecast/listener$") {
        set req.backend_hint = radio;
        return (pass);
    }
    # Pages are the same for everybody. Varnish by itself keeps nothing for who has a cookie.
    if (req.method ~ "^(GET|HEAD)$" && req.url !~ "^/(auth/|api-proxy\.php)") { unset req.http.Cookie; }
    # While web processes are well, nothing old is sent but for the moment in which it is asked for anew.
    if (std.healthy(req.backend_hint)) { set req.grace = 2s; }
}

sub vcl_pipe {
    set bereq.http.Connection = "close";
}

sub vcl_backend_response {
    # By these words xkey finds what is to be purged.
    if (beresp.http.Surrogate-Key) {
        set beresp.http.xkey = beresp.http.Surrogate-Key;
        # While no web process is well.
        set beresp.grace = 1h;
    }
}

sub vcl_deliver {
    unset resp.http.xkey;
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
}
