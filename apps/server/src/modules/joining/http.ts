import { joining } from '@parley/api'
import { done } from '@parley/core'
import { answers } from '../../platform/answers.ts'
import type { JoiningService } from './service.ts'

export const joiningHttp = (service: JoiningService) =>
	answers(joining, {
		async join({ meetingId, meetingIdToo, displayName, password, audio = false, video = false }, caller) {
			const id = meetingId ?? meetingIdToo ?? ''
			const joined = await service.join(caller, { meetingId: id, displayName, password, audio, video })
			if (!joined.ok) return joined
			const { meeting, isHost, roomUrl, displayName: name } = joined.value
			const { topic, meetingId: joinedId } = meeting
			const parameters = { meetingId: joinedId, topic, displayName: name, roomUrl, audio, video, isHost }
			return done({ parameters, roomUrl, topic })
		},
	})
