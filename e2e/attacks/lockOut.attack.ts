import { type Answer, type Attack, behindProxy, Client, countCodes, login, withServer } from './attack.ts'

const wrongTries = 40

export const attack: Attack = {
	tried: `${wrongTries} wrong passwords for an account, then its owner on their usual device`,
	run: () =>
		withServer(behindProxy, async server => {
			const owner = await new Client(server.url, () => ({ 'x-forwarded-for': '203.0.113.1' })).visit()
			const before = await login(owner, 'hanmei')
			const answers: Answer[] = []
			for (let at = 0; at < wrongTries; at++) {
				const stranger = await new Client(server.url, () => ({ 'x-forwarded-for': `198.51.100.${at}` })).visit()
				answers.push(await login(stranger, 'hanmei', `wrong-${at}`))
			}
			const after = await login(owner, 'hanmei')
			return {
				result: `the owner signed in with ${before.code} before and ${after.code} after (strangers: ${countCodes(answers)})`,
				holds: before.code === 200 && after.code === 200,
			}
		}),
}
