import { type Answer, type Attack, behindProxy, Client, countCodes, signIn, withServer } from './attack.ts'

const networks = 300
/** Number of lookups that raises the alarm, with room for lookups in flight. */
const judgedAtMost = 110

export const attack: Attack = {
	tried: `${networks} unknown meeting ids, each from another IPv6 network, below every limit per address`,
	run: () =>
		withServer(behindProxy, async server => {
			let sent = 0
			const client = await new Client(server.url, () => ({
				'x-forwarded-for': `2001:db8:${(++sent).toString(16)}::1`,
			})).visit()
			const answers: Answer[] = []
			for (let id = 0; id < networks; id++) answers.push(await client.get(`/meeting/meetings/${100_000_001 + id}`))
			const judged = answers.filter(({ http }) => http === 404).length
			const office = await new Client(server.url, () => ({ 'x-forwarded-for': '203.0.113.1' })).visit()
			const member = await signIn(office, 'lilei')
			const list = await member.get('/meeting/users/meetings?page=1&pageSize=10')
			return {
				result: `${judged} were answered as unknown, then a challenge was required (${countCodes(answers)}); a member's list: ${list.http}`,
				holds: judged <= judgedAtMost && list.http === 200,
			}
		}),
}
