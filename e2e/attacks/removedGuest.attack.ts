import { imPaths, packetNumbers } from '@parley/im'
import { io } from 'socket.io-client'
import { meetingIds } from '../../apps/server/src/demo/index.ts'
import type { ParleyServer } from '../fixtures/server.ts'
import { type Answer, type Attack, Client, signIn, withServer } from './attack.ts'

const appId = 'demo'
const hostName = '韩梅'
const alike = [hostName, `${hostName} `, `${hostName.slice(0, 1)}\u3000${hostName.slice(1)}`, `·${hostName}·`]

interface Live {
	liveData?: object
	room: string
}

export const attack: Attack = {
	tried: 'a guest removed from a live deletes the cookie, and guests take the name of the host',
	run: () =>
		withServer({}, async server => {
			const host = await signIn(await new Client(server.url).visit(), 'hanmei')
			const { chat_room_id: gid } = JSON.parse((await watch(server, host)).room)
			const hosting = await connect(server, host)
			const troll = await connect(server, await new Client(server.url).visit(), 'Troll')
			const said = await troll.say(gid, 'before')
			const banned = await hosting.call('groupKick', { gid, userId: troll.uid, ban: true })

			const anew = await new Client(server.url).visit()
			const isShown = (await watch(server, anew)).liveData !== undefined
			const again = await connect(server, anew, 'Nobody')
			const saidAgain = await again.say(gid, 'after')
			const names: number[] = []
			for (const name of alike) names.push((await tokenOf(await new Client(server.url).visit(), name)).code)
			hosting.close()
			troll.close()
			again.close()
			return {
				result: `before: ${said}; removed: ${banned}; with a new cookie: ${isShown ? 'watches' : 'sees nothing'}, writes: ${saidAgain}; names: ${names.join(', ')}`,
				holds: said === 0 && banned === 0 && !isShown && saidAgain !== 0 && names.every(code => code === 42218),
			}
		}),
}

async function watch(server: ParleyServer, client: Client): Promise<Live> {
	const response = await fetch(`${server.url}/live/getLiveStream?meetingId=${meetingIds.inProgress}`, {
		headers: {
			cookie: client.cookieHeader,
			...(client.accessToken && { authorization: `Bearer ${client.accessToken}` }),
		},
	})
	return (await response.json()) as Live
}

const tokenOf = (client: Client, name = ''): Promise<Answer> =>
	client.get(`/im/getImToken?imAppId=${appId}&nickName=${encodeURIComponent(name)}`)

/** Connects a person to messaging; calls return their codes. */
async function connect(server: ParleyServer, client: Client, name?: string) {
	const { data } = await tokenOf(client, name)
	const socket = io(server.url, {
		path: imPaths.socket,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
		extraHeaders: { origin: server.url },
	})
	let lastId = 10_000
	const call = (type: keyof typeof packetNumbers, jsonData: object) =>
		new Promise<number>((resolve, reject) => {
			const messageId = ++lastId
			socket.on('message', (envelope: { messageId: number; jsonData: { code: number } }) => {
				if (envelope.messageId === messageId) resolve(envelope.jsonData.code)
			})
			setTimeout(() => reject(new Error(`${type} was not answered`)), 10_000).unref()
			socket.emit('message', { messageId, messageType: packetNumbers[type], jsonData })
		})
	await call('login', { uid: data.imUserId, appId, token: data.imToken })
	return {
		uid: data.imUserId as string,
		call,
		say: (gid: string, content: string) => call('groupSend', { gid, type: 0, content }),
		close: () => void socket.close(),
	}
}
