import { live, liveDesk } from '@parley/api'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { Desk } from './desk.ts'
import type { Viewing } from './viewing.ts'

export const liveHttp = (viewing: Viewing): CallHandlers =>
	handlers(live, {
		stream: (input, caller) => viewing.stream(caller, input),
		renewPass: (input, caller) => viewing.renewPass(caller, input),
		addView: ({ meetingId }, caller) => viewing.addView(caller, meetingId),
		views: ({ meetingId }, caller) => viewing.views(caller, meetingId),
		status: ({ meetingId }, caller) => viewing.status(caller, meetingId),
		auth: (input, caller) => viewing.auth(caller, input),
	})

export const liveDeskHttp = (desk: Desk): CallHandlers =>
	handlers(liveDesk, {
		state: ({ meetingId }, caller) => desk.state(caller, meetingId),
		publishing: ({ meetingId }, caller) => desk.publishing(caller, meetingId),
		publishMeeting: ({ meetingId }, caller) => desk.publishMeeting(caller, meetingId),
		stopPublishingMeeting: ({ meetingId }, caller) => desk.stopPublishingMeeting(caller, meetingId),
		rotateKey: ({ meetingId }, caller) => desk.rotateKey(caller, meetingId),
		start: ({ meetingId }, caller) => desk.start(caller, meetingId),
		suspend: ({ meetingId }, caller) => desk.suspend(caller, meetingId),
		end: ({ meetingId }, caller) => desk.end(caller, meetingId),
		pin: ({ meetingId, announcement }, caller) => desk.pin(caller, meetingId, announcement),
		answer: ({ meetingId, ...said }, caller) => desk.answer(caller, meetingId, said),
		viewers: ({ meetingId }, caller) => desk.viewers(caller, meetingId),
	})
