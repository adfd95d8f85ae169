import { imPaths, packetNumbers } from '@parley/im'
import { io, type Socket } from 'socket.io-client'
import { type Attack, Client, signIn, withServer } from './attack.ts'

const appId = 'demo'
const pictures = [
	'https://example.org/a.png"onerror="alert(1)',
	"https://example.org/a.png'onerror='alert(1)",
	'/a.png"onerror="alert(1)',
	'https://example.org/a.png><script>alert(1)</script>',
	'javascript:alert(1)',
	'//example.org/a.png',
]

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire
type Answer = Record<string, any>

export const attack: Attack = {
	tried: `${pictures.length} addresses as the picture of a group that would end an attribute of a page, or run`,
	run: () =>
		withServer({}, async server => {
			const member = await signIn(await new Client(server.url).visit(), 'hanmei')
			const { data } = await member.get(`${imPaths.token}?imAppId=${appId}`)
			const call = await openMessaging(server.url)
			await call('login', { uid: data.imUserId, appId, token: data.imToken })
			const { gid } = await call('groupCreate', { name: 'Pictures' })
			const answers: Answer[] = []
			for (const imgUrl of pictures) answers.push(await call('groupUpdateImage', { gid, imgUrl }))
			const taken = answers.filter(({ code }) => code === 0).length
			const proper = await call('groupUpdateImage', { gid, imgUrl: 'https://example.org/a.png' })
			return {
				result: `${taken} were taken (${[...new Set(answers.map(({ code }) => code))].join(', ')}); one as it should be: ${proper.code}`,
				holds: taken === 0 && proper.code === 0,
			}
		}),
}

async function openMessaging(url: string) {
	const socket = await new Promise<Socket>((resolve, reject) => {
		const opened = io(url, { path: imPaths.socket, transports: ['websocket'], forceNew: true, reconnection: false })
		opened.once('connect', () => resolve(opened)).once('connect_error', reject)
	})
	let messageId = 10_000
	return (name: keyof typeof packetNumbers, jsonData: object): Promise<Answer> =>
		new Promise(resolve => {
			const id = messageId++
			const listen = (answer: { messageId: number; jsonData: Answer }) => {
				if (answer.messageId !== id) return
				socket.off('message', listen)
				resolve(answer.jsonData)
			}
			socket.on('message', listen)
			socket.emit('message', { messageId: id, messageType: packetNumbers[name], jsonData })
		})
}
