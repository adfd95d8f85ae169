import { createScriptedPeer, loadAllParts, memoryTransport, type ScriptedPeer } from '@parley/im-sdk/testing'
import type { StubAnswer } from './stubServer.ts'

/** `GET /im/getImToken`: of a guest, or of a member where one signed in. */
export const aToken = (userId = 'g-1'): StubAnswer => ({
	data: { imToken: 'token', imAppVersion: '1', imServer: '', imApiServer: '', imMonitorServer: '', imUserId: userId },
})

const after = (ms: number, act: () => void) => {
	const timer = setTimeout(act, ms)
	return () => clearTimeout(timer)
}

let current: ScriptedPeer | undefined
let position = 0

/** The transport of every client that is made after `stubMessaging`. */
export const stubTransport: ReturnType<typeof memoryTransport> = (server, events) => {
	if (!current) throw new Error('stubMessaging was not called')
	return memoryTransport({ after }, current)(server, events)
}

export interface StubMessage {
	content: string
	type?: number
	userId?: string
	[field: string]: unknown
}

/** A messaging server that says what a test lets it say, to a client of the real SDK. */
export async function stubMessaging({ role = 0 }: { role?: number } = {}) {
	await loadAllParts()
	position = 0
	const peer = createScriptedPeer({ now: Date.now })
	current = peer
	const listened = { epoch: 'e1', list: [], head: 0, min: 0, after: 0, pullKey: 0, more: false, role }
	peer.on('groupPoll', ({ gid }) => ({
		...listened,
		head: position,
		after: position,
		pullKey: position,
		group: { gid },
	}))
	peer.on('groupInfo', ({ gid }) => ({ group: { gid, announcement: '', silenceAll: false, role } }))
	peer.on('groupHistory', () => ({ epoch: 'e1', list: [], head: position, min: 0, more: false }))
	peer.on('groupSend', ({ cmid }) => ({ hisId: ++position, syncKey: `e1.${position}`, ts: Date.now(), cmid }))
	const batch = (gid: string, list: object[]) => {
		const from = position + 1
		position += list.length
		return {
			gid,
			epoch: 'e1',
			from,
			to: position,
			list: list.map((event, index) => ({ hisId: from + index, ts: Date.now(), userId: 'u1', ...event })),
		}
	}
	return {
		peer,
		/** Messages that a person wrote. */
		write: (gid: string, ...list: StubMessage[]) =>
			peer.push(
				'messagesReceived',
				batch(
					gid,
					list.map(message => ({ type: 0, sendUserName: 'Bo', ...message })),
				),
			),
		/** A message before which others were lost, for good. */
		writeAfterGap(gid: string, message: StubMessage) {
			const { from, ...rest } = batch(gid, [{}, { type: 0, sendUserName: 'Bo', ...message }])
			peer.push('messagesReceived', { ...rest, from, list: rest.list.slice(1) })
		},
		/** Any other event of a room. */
		tell: (name: Parameters<ScriptedPeer['push']>[0], gid: string, ...list: object[]) =>
			peer.push(name, batch(gid, list)),
		sent: () => peer.framesOf('groupSend').map(({ jsonData }) => jsonData),
	}
}
