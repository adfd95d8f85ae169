import { deviceMaker, messenger, type Provider } from '@parley/api'
import { m } from '../../locales/index.ts'

export type { Provider }

/** The calls of each provider; both have the same ones. */
export const providerCalls = { messenger, deviceMaker } as const satisfies Record<Provider, object>

/** The query parameter that names a provider in the addresses of the product. */
export const providerQueryParams = { messenger: 'iswx', deviceMaker: 'isApple' } as const satisfies Record<
	Provider,
	string
>

export const providerName = (provider: Provider): string =>
	provider === 'messenger' ? m.social_messenger() : m.social_deviceMaker()
