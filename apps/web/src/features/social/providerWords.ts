import { m } from '../../locales/index.ts'
import type { Provider } from './provider.ts'

export const providerName = (provider: Provider): string =>
	provider === 'messenger' ? m.social_messenger() : m.social_deviceMaker()
