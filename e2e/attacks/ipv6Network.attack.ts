import { type Answer, type Attack, behindProxy, Client, countCodes, withServer } from './attack.ts'

const lookups = 200
const toleratedUnknownIds = 30

export const attack: Attack = {
	tried: `${lookups} unknown meeting ids, each from another IPv6 address of one network (/64)`,
	run: () =>
		withServer(behindProxy, async server => {
			let sent = 0
			const client = await new Client(server.url, () => ({
				'x-forwarded-for': `2001:db8:7:1:${(sent * 7919).toString(16).slice(-4)}::${(++sent).toString(16)}`,
			})).visit()
			const answers: Answer[] = []
			for (let id = 0; id < lookups; id++) answers.push(await client.get(`/meeting/meetings/${100_000_001 + id}`))
			const answered = answers.filter(({ http }) => http === 404).length
			return {
				result: `${answered} were answered as unknown, the others were challenged or refused (${countCodes(answers)})`,
				holds: answered <= toleratedUnknownIds,
			}
		}),
}
