import { challenge } from '@parley/api'
import { ok } from '@parley/core'
import { type Caller, type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { ChallengeService } from './service.ts'

export const challengeHttp = (service: ChallengeService): CallHandlers =>
	handlers(challenge, {
		isOpen: async (_, caller) => ok({ isOpen: await service.isRequired(challengeClient(caller)) }),
		issue: ({ sessionId }, caller) => service.issue(challengeClient(caller), sessionId),
		solve: (solution, caller) => service.solve(challengeClient(caller), solution),
	})

const challengeClient = ({ siteId, browser, address }: Caller) => ({ siteId, browser, address })
