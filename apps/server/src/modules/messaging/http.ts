import { messaging } from '@parley/api'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { TokenService } from './sessions/tokenService.ts'

export const messagingHttp = (tokens: TokenService): CallHandlers =>
	handlers(messaging, {
		token: (input, caller) => tokens.token(caller, input),
		tokenByImId: (input, caller) => tokens.tokenAgain(caller, input),
		updateUser: (input, caller) => tokens.rename(caller, input),
	})
