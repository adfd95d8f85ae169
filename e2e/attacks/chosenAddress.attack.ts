import { type Answer, type Attack, behindProxy, Client, countCodes, withServer } from './attack.ts'

const lookups = 200

export const attack: Attack = {
	tried: `${lookups} unknown meeting ids from behind an appending proxy, each with an invented address in front`,
	run: () =>
		withServer(behindProxy, async server => {
			let sent = 0
			const client = await new Client(server.url, () => ({
				'x-forwarded-for': `198.51.100.${sent++ % 250}, 203.0.113.7`,
			})).visit()
			const answers: Answer[] = []
			for (let id = 0; id < lookups; id++) answers.push(await client.get(`/meeting/meetings/${100_000_001 + id}`))
			const answered = answers.filter(({ http }) => http === 404).length
			return {
				result: `${answered} were answered as unknown, the others were challenged or refused (${countCodes(answers)})`,
				holds: answered <= 60,
			}
		}),
}
