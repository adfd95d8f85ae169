import { type Answer, type Attack, behindProxy, Client, countCodes, signIn, withServer } from './attack.ts'

const networks = 300
/** From so many on the alarm is on; some room for lookups under way. */
const judgedAtMost = 110

export const attack: Attack = {
	tried: `${networks} unknown meeting ids, each from another IPv6 network, so that no limit per address is reached`,
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
				result: `${judged} were answered as unknown, then the challenge (${countCodes(answers)}); the list of a member: ${list.http}`,
				holds: judged <= judgedAtMost && list.http === 200,
			}
		}),
}
