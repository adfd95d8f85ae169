import { joining } from '@parley/api'
import { ok } from '@parley/core'
import { type CallHandlers, handlers } from '../../platform/handlers.ts'
import type { JoiningService } from './service.ts'

type Joined = Extract<Awaited<ReturnType<JoiningService['join']>>, { ok: true }>['value']

export const joiningHttp = (service: JoiningService): CallHandlers =>
	handlers(joining, {
		claimHost: ({ meetingId, password, visitToken, captcha }, caller) =>
			service.claimHost(caller, { meetingId, password, visitToken, captcha }),
		async joinFromShell({ meetingId, displayName, password, captcha, audio = false, video = false }, caller) {
			const joined = await service.join(caller, { meetingId, displayName, password, captcha, audio, video })
			return joined.ok ? ok({ parameters: parametersOf(joined.value, { audio, video }) }) : joined
		},
		async join({ meetingId, meetingIdAlias, audio = false, video = false, action, ...input }, caller) {
			const id = meetingId ?? meetingIdAlias ?? ''
			const { displayName, password, captcha, roomSocketId } = input
			const joined = await service.join(caller, {
				meetingId: id,
				displayName,
				password,
				captcha,
				audio,
				video,
				// An app opens the meeting elsewhere.
				...(action === 'webJoin' && { roomSocketId }),
			})
			if (!joined.ok) return joined
			const { meeting, roomUrl } = joined.value
			return ok({ parameters: parametersOf(joined.value, { audio, video }), roomUrl, topic: meeting.topic })
		},
	})

const parametersOf = (
	{ meeting, displayName, isHost, roomUrl }: Joined,
	devices: { audio: boolean; video: boolean },
) => ({
	meetingId: meeting.meetingId,
	topic: meeting.topic,
	displayName,
	roomUrl,
	...devices,
	isHost,
})
