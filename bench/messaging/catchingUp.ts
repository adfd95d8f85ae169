import { median } from '../testInstance.ts'
import { closeClients, logIn } from './clients.ts'
import { missedPerRoom, missedRoom, missedRooms } from './people.ts'
import { openRawClient, type RawClient } from './rawClient.ts'
import type { ServerProcess } from './serverProcess.ts'

const rounds = 30

/** Measures clients that listen to several rooms and were offline while many messages were written. */
export async function measureCatchingUp(ours: ServerProcess) {
	const taken: number[] = []
	const used: number[] = []
	for (let round = 0; round < rounds; round++) {
		const client = await openRawClient(ours.port)
		const cpu = await ours.ask('cpu')
		const begun = performance.now()
		await logIn(client, ours, round)
		for (let room = 0; room < missedRooms; room++) await readRoom(client, missedRoom(room))
		taken.push(performance.now() - begun)
		used.push(((await ours.ask('cpu')) - cpu) / 1_000)
		await closeClients([client])
	}
	const sorted = taken.toSorted((a, b) => a - b)
	return [
		{
			'ms (median)': median(taken).toFixed(1),
			'ms (worst)': (sorted.at(-1) ?? 0).toFixed(1),
			'ms (first)': (taken[0] ?? 0).toFixed(1),
			'CPU ms of the server (median)': median(used).toFixed(1),
			'CPU ms (worst)': Math.max(...used).toFixed(1),
			goal: 50,
		},
	]
}

async function readRoom(client: RawClient, gid: string): Promise<void> {
	let at = 0
	for (let more = true; more; ) {
		const answer = await client.call('groupPoll', { gid, hisId: at })
		const list = answer.list as { hisId: number }[]
		for (const { hisId } of list) if (hisId !== ++at) throw new Error(`${hisId} arrived instead of ${at} of ${gid}`)
		more = answer.more === true
	}
	if (at !== missedPerRoom) throw new Error(`${at} of ${missedPerRoom} messages of ${gid} arrived`)
}
