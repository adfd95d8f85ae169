import { type Answer, type Attack, behindProxy, Client, countCodes, withServer } from './attack.ts'

const requests = 600
const register = 1
/** Limit of a site with default settings: after half of 500 a day, every code needs a challenge. */
const sentAtMost = 250

export const attack: Attack = {
	tried: `${requests} codes by text message, each for a different number from a different address, and to a satellite phone`,
	run: () =>
		withServer(behindProxy, async server => {
			let sent = 0
			const client = await new Client(server.url, () => ({
				'x-forwarded-for': `198.${18 + (sent >> 16)}.${(sent >> 8) & 255}.${sent++ & 255}`,
			})).visit()
			const ask = (areaCode: string, mobile: string) =>
				client.post('/auth/sendSMSCaptcha?unauth', { type: register, areaCode, mobile })
			const satellite = await ask('881', '612345678')
			const answers: Answer[] = []
			for (let at = 0; at < requests; at++) answers.push(await ask('86', `1390000${String(at).padStart(4, '0')}`))
			const accepted = answers.filter(({ code }) => code === 0).length
			return {
				result: `${accepted} were sent, then a challenge was required (${countCodes(answers)}); to the satellite phone: ${satellite.code}`,
				holds: accepted > 0 && accepted <= sentAtMost && satellite.code !== 0,
			}
		}),
}
