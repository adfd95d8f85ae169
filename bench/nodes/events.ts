import { setTimeout as delay } from 'node:timers/promises'
import { encodePacket, packetNumber } from '@parley/im'
import type { Socket } from 'socket.io-client'
import { meetingOf, membersPerMeeting, siteId } from '../load/companies.ts'
import { percentile } from '../load/measurements.ts'
import type { Member } from '../load/member.ts'
import { openRawClient, type RawClient } from '../messaging/rawClient.ts'
import { openMember } from './requests.ts'
import { type ComparedServers, group } from './servers.ts'

/** Below the limit of calls of a socket. */
const handsEveryMs = 120
const messagesEveryMs = 300
const times = 100
const endedMeetings = 15
const toldWithinMs = 5_000
/** Addresses of browsers that no other measurement uses. */
const firstAddress = 1_000

/** Measures how long people who are connected to different servers wait for each other. */
export async function eventTimes(one: ComparedServers, two: ComparedServers) {
	const rows = []
	for (const [event, measure] of [
		['a hand is raised or lowered in a meeting', measureHands],
		['a message in a group', measureMessages],
		['a meeting ends, over the other server', measureEnds],
	] as const) {
		const [ofOne, ofTwo] = [await measure(one), await measure(two)]
		rows.push({ event, ...columnsOf('one', ofOne), ...columnsOf('two', ofTwo) })
	}
	return rows
}

const columnsOf = (name: string, values: number[]) => ({
	[`${name}: p50 ms`]: percentile(values, 0.5).toFixed(1),
	[`${name}: p95 ms`]: percentile(values, 0.95).toFixed(1),
})

/** Resolves with the milliseconds from `act` until `told` resolves. @throws if that takes five seconds */
async function timeUntil(told: Promise<unknown>, act: () => unknown): Promise<number> {
	const startedAt = performance.now()
	const inTime = Promise.race([told.then(() => true), delay(toldWithinMs, false, { ref: false })])
	await act()
	if (!(await inTime)) throw new Error('the other person was not told')
	return performance.now() - startedAt
}

/** Two members of a meeting, the first on the server that has its room, the second on the last server. */
async function openMeeting(servers: ComparedServers, number: number) {
	const first = 500 + number * membersPerMeeting
	const meetingId = meetingOf(first)
	const url = (at: number) => servers.urls.at(at) ?? ''
	const enter = async (index: number, at: number): Promise<{ member: Member; socket: Socket }> => {
		const member = (await openMember(servers, index, firstAddress + index)).at(url(at))
		const joined = await member.join(meetingId)
		const entered = 'value' in joined ? await member.enter(meetingId, joined.value) : joined
		if (!('value' in entered)) throw new Error(`not entered: ${entered.refused}`)
		return { member, socket: entered.value.socket }
	}
	return { meetingId, host: await enter(first, 0), other: await enter(first + 1, -1) }
}

async function measureHands(servers: ComparedServers): Promise<number[]> {
	const { host, other } = await openMeeting(servers, 0)
	const measured: number[] = []
	for (let n = 0; n < times; n++) {
		const [from, to] = n % 2 === 0 ? [host, other] : [other, host]
		const told = new Promise(resolve => to.socket.once('participant.changed', resolve))
		const raise = () => from.socket.emit('hand.set', { raised: n % 4 < 2 }, () => {})
		measured.push(await timeUntil(told, raise))
		await delay(handsEveryMs)
	}
	await Promise.all([host, other].map(({ member }) => member.leave()))
	return measured
}

async function measureMessages(servers: ComparedServers): Promise<number[]> {
	const clients = [await openMessaging(servers, 0, 0), await openMessaging(servers, 1, -1)] as const
	const measured: number[] = []
	for (let n = 0; n < times; n++) {
		const [from, to] = n % 2 === 0 ? clients : clients.toReversed()
		if (!from || !to) break
		const cmid = `nodes-${servers.ports[0]}-${n}`
		const told = new Promise<void>(resolve => {
			to.onEvent = text => void (text.includes(cmid) && resolve())
		})
		const message = { gid: group, type: 0, content: 'Hello', cmid }
		const send = () => from.send(encodePacket('groupSend', 20_000 + n, message))
		measured.push(await timeUntil(told, send))
		await delay(messagesEveryMs)
	}
	for (const client of clients) client.close()
	return measured
}

/** A client of messaging that is logged in. @param at its server, from the end if negative */
async function openMessaging(servers: ComparedServers, index: number, at: number): Promise<RawClient> {
	const member = (await openMember(servers, index, firstAddress + index)).at(servers.urls.at(at) ?? '')
	const answer = await member.call<{ imToken: string; imUserId: string }>(`/im/getImToken?imAppId=${siteId}`)
	if (!('value' in answer)) throw new Error(`no token: ${answer.refused}`)
	const client = await openRawClient(servers.ports.at(at) ?? 0)
	const { imToken: token, imUserId: uid } = answer.value
	const login = await client.call('login', { uid, appId: siteId, token, deviceId: `device-${index}` })
	if (login.code !== 0) throw new Error(`${packetNumber('login')}: ${JSON.stringify(login)}`)
	return client
}

async function measureEnds(servers: ComparedServers): Promise<number[]> {
	const measured: number[] = []
	for (let number = 1; number <= endedMeetings; number++) {
		const { meetingId, host } = await openMeeting(servers, number)
		const told = new Promise(resolve => host.socket.once('room.closed', resolve))
		// The room is on the first server.
		host.member.at(servers.urls.at(-1) ?? '')
		const end = async () => {
			const answer = await host.member.close(meetingId)
			if (!('value' in answer)) throw new Error(`not ended: ${answer.refused}`)
		}
		measured.push(await timeUntil(told, end))
	}
	return measured
}
