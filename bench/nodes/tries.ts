import { nameOf } from '../load/companies.ts'
import { type Answer, Member } from '../load/member.ts'
import { openMember } from './requests.ts'
import { type ComparedServers, guarded } from './servers.ts'

/** More than any of the limits. */
const tries = 45
const firstAddress = 3_000

/** Code of the answer to a wrong secret, which is a try that was let through. */
const letThrough = { signIn: ['1004', '100007'], join: ['803'], lookUp: ['404'] }

/** Counts the wrong tries that are answered before a limit refuses them, sent to all servers in turn. */
export async function countTries(one: ComparedServers, two: ComparedServers) {
	const rows = []
	for (const [secret, count] of [
		['password of an account, one address', countSignIns],
		['password of a meeting, one member', countPasswords],
		['ids of meetings, one member', countLookUps],
	] as const) {
		const [ofOne, ofTwo] = [await count(one), await count(two)]
		rows.push({
			secret,
			tries,
			'one: let through': ofOne,
			'two: let through': ofTwo,
			'two to one': (ofTwo / ofOne).toFixed(2),
		})
	}
	return rows
}

async function countWrong(
	servers: ComparedServers,
	codes: readonly string[],
	member: Member,
	act: (n: number) => Promise<Answer<unknown>>,
) {
	let count = 0
	for (let n = 0; n < tries; n++) {
		member.at(servers.urls[n % servers.urls.length] ?? '')
		const answer = await act(n)
		if ('value' in answer) throw new Error('a wrong secret was accepted')
		if (codes.includes(answer.refused)) count++
	}
	return count
}

async function countSignIns(servers: ComparedServers): Promise<number> {
	const member = new Member({ origin: servers.urls[0] ?? '', localAddress: '127.30.0.1', name: nameOf(900) })
	await member.openPage()
	return await countWrong(servers, letThrough.signIn, member, n => member.signIn(`Wrong-${n}`))
}

async function countPasswords(servers: ComparedServers): Promise<number> {
	const member = await openMember(servers, 920, firstAddress)
	return await countWrong(servers, letThrough.join, member, n => member.join(guarded, `${n}`.padStart(6, '0')))
}

async function countLookUps(servers: ComparedServers): Promise<number> {
	const member = await openMember(servers, 902, firstAddress + 1)
	return await countWrong(servers, letThrough.lookUp, member, n => member.detail(String(900_000_000 + n)))
}
