import { challenge } from '@parley/api'
import { ok } from '@parley/core'
import { type Caller, type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { ChallengeService } from './service.ts'

export const challengeHttp = (service: ChallengeService): CallHandlers =>
	handlers(challenge, {
		isOpen: async (_, caller) => ok({ isOpen: await service.isRequired(askerOf(caller)) }),
		issue: ({ sessionId }, caller) => service.issue(askerOf(caller), sessionId),
		solve: (solution, caller) => service.solve(askerOf(caller), solution),
	})

const askerOf = ({ siteId, browser, address }: Caller) => ({ siteId, browser, address })
