import { calling } from '@parley/api'
import { ok } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { Calling } from './service.ts'

export const callingHttp = (service: Pick<Calling, 'decline'>): CallHandlers =>
	handlers(calling, {
		async decline({ meetingId }, { member }) {
			await service.decline(meetingId, member.userId)
			return ok({})
		},
	})
