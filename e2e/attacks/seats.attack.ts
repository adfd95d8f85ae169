import type { Socket } from 'socket.io-client'
import { meetingIds } from '../../apps/server/src/demo/index.ts'
import { type Attack, Client, withServer } from './attack.ts'
import { enter, join, openSocket } from './room.ts'

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
				const { ticket, answer } = await join(client, meetingIds.inProgress, { display_name: `Guest ${at}` })
				if (answer) {
					answers.push(String(answer.code))
					continue
				}
				const socket = openSocket(server, client)
				sockets.push(socket)
				const result = await enter(socket, { kind: 'ticket', ticket })
				answers.push(result.ok ? 'entered' : result.failure)
			}
			for (const socket of sockets) socket.close()
			const entered = answers.filter(answer => answer === 'entered').length
			return {
				result: `${entered} entered (${[...new Set(answers)].join(', ')})`,
				holds: entered > 0 && entered <= placesPerPerson,
			}
		}),
}
