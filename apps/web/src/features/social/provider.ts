import type { Provider } from '@parley/api'

export type { Provider }

/** Where an identity waits for the screen that binds it; other pages of the field read these keys (STORE-01). */
export const pendingIdentityKeys = { messenger: 'wxusrinfo', deviceMaker: 'appleId' } as const satisfies Record<
	Provider,
	string
>

/** How the addresses of the product name a kind of identity. */
export const providerQueryParams = { messenger: 'iswx', deviceMaker: 'isApple' } as const satisfies Record<
	Provider,
	string
>
