import { type Attack, Client, signIn, withServer } from './attack.ts'
import { openMessaging } from './messaging.ts'

const pictures = [
	'https://example.org/a.png"onerror="alert(1)',
	"https://example.org/a.png'onerror='alert(1)",
	'/a.png"onerror="alert(1)',
	'https://example.org/a.png><script>alert(1)</script>',
	'javascript:alert(1)',
	'//example.org/a.png',
]

// biome-ignore lint/suspicious/noExplicitAny: data from the wire
type Answer = Record<string, any>

export const attack: Attack = {
	tried: `${pictures.length} malicious URLs as the picture of a group, which would break out of an attribute or run script`,
	run: () =>
		withServer({}, async server => {
			const member = await signIn(await new Client(server.url).visit(), 'hanmei')
			const messaging = await openMessaging(server.url, {}, member)
			const { gid } = await messaging.call('groupCreate', { name: 'Pictures' })
			const answers: Answer[] = []
			for (const imgUrl of pictures) answers.push(await messaging.call('groupUpdateImage', { gid, imgUrl }))
			const taken = answers.filter(({ code }) => code === 0).length
			const proper = await messaging.call('groupUpdateImage', { gid, imgUrl: 'https://example.org/a.png' })
			messaging.close()
			return {
				result: `${taken} were accepted (${[...new Set(answers.map(({ code }) => code))].join(', ')}); a proper one: ${proper.code}`,
				holds: taken === 0 && proper.code === 0,
			}
		}),
}
