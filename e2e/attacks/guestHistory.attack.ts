import { type Attack, behindProxy, Client, signIn, withServer } from './attack.ts'
import { openMessaging } from './messaging.ts'
import { costText, measureCost } from './residentMemory.ts'

const guests = 40
const callsOfEach = 400
const messages = 100
const seconds = 10
const attacker = '10.9.9.9'
const maxGrowthMiB = 300
const maxWaitMs = 1_000

export const attack: Attack = {
	tried: `${guests} guests of one address, each requesting the history of a room with the longest messages ${callsOfEach} times in ${seconds} s`,
	run: () =>
		withServer(behindProxy, async server => {
			const forwarded = (address: string) => ({ 'x-forwarded-for': address })
			const member = await signIn(await new Client(server.url, () => forwarded('10.1.1.1')).visit(), 'hanmei')
			const owner = await openMessaging(server.url, forwarded('10.1.1.1'), member)
			const { gid } = await owner.call('groupCreate', { name: 'A room', mucType: 5 })
			for (let sent = 0; sent < messages; sent++) {
				// Sixty in ten seconds are allowed.
				if (sent % 50 === 49) await new Promise(resolve => setTimeout(resolve, 10_000))
				const { code } = await owner.call('groupSend', {
					gid,
					content: '.',
					custom: 'x'.repeat(4_000),
					cmid: `m${sent}`,
				})
				if (code !== 0) throw new Error(`a message was refused: ${code}`)
			}
			const sockets = await Promise.all(
				Array.from({ length: guests }, () => openMessaging(server.url, forwarded(attacker))),
			)
			let answered = 0
			let refused = 0
			let bytes = 0
			const waits: number[] = []
			const cost = await measureCost(server, async () => {
				const until = Date.now() + seconds * 1_000
				const asking = sockets.map(async socket => {
					for (let count = 0; count < callsOfEach && Date.now() < until; count += 40) {
						const answers = await Promise.all(
							Array.from({ length: 40 }, () => socket.call('groupHistory', { gid, count: 100 })),
						)
						for (const answer of answers) {
							if (answer.code !== 0) refused++
							else {
								answered++
								bytes += JSON.stringify(answer).length
							}
						}
					}
				})
				while (Date.now() < until) {
					const started = performance.now()
					await member.get('/meeting/meetings?page=1&pageSize=10&type=1')
					waits.push(performance.now() - started)
					await new Promise(resolve => setTimeout(resolve, 50))
				}
				await Promise.race([Promise.all(asking), new Promise(resolve => setTimeout(resolve, 5_000))])
			})
			for (const socket of [owner, ...sockets]) socket.close()
			waits.sort((a, b) => a - b)
			const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
			return {
				result: `${answered} were answered with ${(bytes / 2 ** 20).toFixed(0)} MiB, ${refused} refused; a member's list: p99 ${p99.toFixed(0)} ms; ${costText(cost)}`,
				holds: answered > 0 && p99 < maxWaitMs && cost.peak - cost.before < maxGrowthMiB,
			}
		}),
}
