import { type Answer, type Attack, behindProxy, Client, countCodes, signIn, withServer } from './attack.ts'

const lookups = 60

export const attack: Attack = {
	tried: `${lookups} unknown ids requested by a page of another site, then a member behind the same address`,
	run: () =>
		withServer(behindProxy, async server => {
			const office = () => ({ 'x-forwarded-for': '203.0.113.1' })
			const victim = await new Client(server.url, office).visit()
			const answers: Answer[] = []
			for (let id = 0; id < lookups; id++) {
				answers.push(await victim.get(`/meeting/meetings/${100_000_001 + id}`, { 'sec-fetch-site': 'cross-site' }))
			}
			const member = await signIn(await new Client(server.url, office).visit(), 'lilei')
			const list = await member.get('/meeting/users/meetings?page=1&pageSize=10')
			return {
				result: `all refused: ${answers.every(({ http }) => http === 403)} (${countCodes(answers)}); the member's list: ${list.http}`,
				holds: answers.every(({ http }) => http === 403) && list.http === 200,
			}
		}),
}
