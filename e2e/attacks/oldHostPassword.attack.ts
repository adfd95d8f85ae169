import { setTimeout as delay } from 'node:timers/promises'
import { type Attack, Client, signIn, withServer } from './attack.ts'
import { enter, join, openSocket } from './room.ts'

const outWithinMs = 20_000
const guestName = { display_name: 'Guest' }

export const attack: Attack = {
	tried: 'a guest who became host with the host password, after that password was changed',
	run: () =>
		withServer({}, async server => {
			const owner = await signIn(await new Client(server.url).visit(), 'hanmei')
			const scheduled = await owner.post('/meeting/meetings', {
				meeting_topic: 'Host password',
				start_time: '2090-01-01 10:00:00',
				duration: 3_600,
				meeting_pwd: '4711',
				host_pwd: 'old-1234',
			})
			const id = String(scheduled.data?.meeting_id)
			const guest = await new Client(server.url).visit()
			const asHost = { ...guestName, meeting_pwd: 'old-1234' }
			const { ticket } = await join(guest, id, asHost)
			const first = openSocket(server, guest)
			const entered = await enter(first, { kind: 'ticket', ticket: ticket ?? '' })
			if (!entered.ok) return { result: `could not enter: ${entered.failure}`, holds: false }
			const wasHost = entered.value.roster.some(({ id, role }) => id === entered.value.self && role === 'host')

			const closed = new Promise(resolve => first.once('room.closed', resolve))
			const { code } = await owner.call('PATCH', `/meeting/meetings/${id}`, { host_pwd: 'new-5678' })
			const isOut = await Promise.race([closed.then(() => true), delay(outWithinMs, false)])
			const second = openSocket(server, guest)
			const sending = { microphone: false, camera: false }
			const resumed = await enter(second, { kind: 'resume', token: entered.value.resumeToken, sending })
			const again = await join(guest, id, asHost)
			for (const socket of [first, second]) socket.close()
			const [resume, rejoin] = [resumed.ok ? 'entered' : resumed.failure, again.answer?.code ?? 'a ticket']
			return {
				result: `host before: ${wasHost}; changed with ${code}; removed from the room: ${isOut}; the resume token: ${resume}; the old password: ${rejoin}`,
				holds: wasHost && code === 200 && isOut && !resumed.ok && again.answer?.code === 803,
			}
		}),
}
