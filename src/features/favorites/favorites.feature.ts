import type { Feature, Services } from '#src/features/services.server.ts';
import { favoritesData } from './lists/list-favorites.server.ts';
import {
  addFavoriteArtistEndpoint,
  addFavoriteEndpoint,
  favoritesCountEndpoint,
  isFavoriteArtistEndpoint,
  isFavoriteEndpoint,
  ownArtistsEndpoint,
  ownFavoritesEndpoint,
  removeFavoriteArtistEndpoint,
  removeFavoriteEndpoint,
} from './own/favorites-endpoints.server.ts';
import { userFavoritesEndpoint } from './public/user-favorites.server.ts';

export function favoritesFeature(services: Services) {
  return {
    endpoints: {
      'favorites&action=add': addFavoriteEndpoint(services),
      'favorites&action=add_artist': addFavoriteArtistEndpoint(services),
      'favorites&action=check': isFavoriteEndpoint(services),
      'favorites&action=check_artist': isFavoriteArtistEndpoint(services),
      'favorites&action=count': favoritesCountEndpoint(services),
      'favorites&action=list': ownFavoritesEndpoint(services),
      'favorites&action=list_artists': ownArtistsEndpoint(services),
      'favorites&action=remove': removeFavoriteEndpoint(services),
      'favorites&action=remove_artist': removeFavoriteArtistEndpoint(services),
      'user-favorites': userFavoritesEndpoint(services),
    },
    memberData: [favoritesData],
  } satisfies Feature;
}
