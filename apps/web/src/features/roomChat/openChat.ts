import { roomChat as calls } from '@parley/api'
import { meetingQuery } from '@parley/core'
import { createIM } from '@parley/im-sdk'
import { answerCodes } from '@parley/im-sdk/constants'
import * as v from 'valibot'
import { callApi } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { readTabValue, storage } from '../../storage/index.ts'
import { toast } from '../../ui/index.ts'
import { createPageStorage } from '../messaging/index.ts'
import { type Chat, type ChatDeps, createChat } from './chat.ts'
import { uploadFile } from './files/uploadFile.ts'

const markKey = 'roomChatRead'
const Mark = v.object({ userId: v.string(), at: v.number() })

/** The chat over the network; in its own chunk, with the SDK of messaging. */
export const openChat = (enter: ChatDeps['enter']): Chat =>
	createChat({
		// Nothing of a meeting's chat stays on the device: people share devices, and the server has it all.
		im: createIM({ modules: { chat: true }, environment: { storage: createPageStorage() } }),
		enter,
		readMark: {
			read(userId) {
				const mark = readTabValue(markKey, Mark)
				return mark?.userId === userId ? mark.at : undefined
			},
			write: (userId, at) => storage.writeTabText(markKey, JSON.stringify({ userId, at })),
		},
		socketUrl: meetingId => `${globalThis.location.origin}/?${queryOf(meetingId)}`,
		async openFiles(token, meetingId) {
			const opened = await callApi(calls.openFiles, { token }, { quiet: true, unauth: true, meetingId })
			return opened.ok ? `${opened.value.path}?${queryOf(meetingId)}` : undefined
		},
		uploadFile: upload => uploadFile({ callApi, pause }, upload),
		now: Date.now,
		after(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
		onReactionRefused: code => toast.show(code === answerCodes.allSilenced ? m.chat_off() : m.chat_reaction_refused()),
	})

/** Leads a socket or request to the node of the server that has the room of the meeting (NODE-21). */
const queryOf = (meetingId: string) => `${meetingQuery}=${meetingId}`

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
	new Promise(resolve => {
		const timer = setTimeout(done, ms)
		function done() {
			clearTimeout(timer)
			signal.removeEventListener('abort', done)
			resolve()
		}
		signal.addEventListener('abort', done)
	})
