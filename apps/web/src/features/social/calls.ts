import { deviceMaker, messenger, type Provider } from '@parley/api'

/** The calls of either kind of identity. */
export const providerCalls = { messenger, deviceMaker } as const satisfies Record<Provider, object>
