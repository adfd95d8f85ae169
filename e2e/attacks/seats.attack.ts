import { type EnterResult, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { meetingIds } from '../../apps/server/src/demo/index.ts'
import { type Attack, Client, withServer } from './attack.ts'

const attempts = 12
const placesPerPerson = 3

export const attack: Attack = {
	tried: `one browser enters a meeting ${attempts} times`,
	run: () =>
		withServer({}, async server => {
			const client = await new Client(server.url).visit()
			const sockets: Socket[] = []
			const answers: string[] = []
			for (let at = 0; at < attempts; at++) {
				const { code, data } = await client.post('/meeting/joinMeeting', {
					meetingId: meetingIds.inProgress,
					display_name: `Guest ${at}`,
					action: 'webJoin',
				})
				const ticket = new URLSearchParams(new URL(data?.rtc_join_url ?? '#', server.url).hash.slice(1)).get('ticket')
				if (ticket === null) {
					answers.push(String(code))
					continue
				}
				const socket = io(server.url + roomPaths.presence, {
					path: roomPaths.socket,
					transports: ['websocket'],
					forceNew: true,
					extraHeaders: { cookie: client.cookieHeader, origin: server.url },
				})
				sockets.push(socket)
				const result: { ok: boolean; value?: EnterResult; failure?: string } = await socket
					.timeout(10_000)
					.emitWithAck('enter', { kind: 'ticket', ticket })
				answers.push(result.ok ? 'entered' : String(result.failure))
			}
			for (const socket of sockets) socket.close()
			const entered = answers.filter(answer => answer === 'entered').length
			return {
				result: `${entered} entered (${[...new Set(answers)].join(', ')})`,
				holds: entered > 0 && entered <= placesPerPerson,
			}
		}),
}
