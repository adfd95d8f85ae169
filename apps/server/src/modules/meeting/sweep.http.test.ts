import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, hostB, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'
import { createSqlAlarmStore, sweepLimit } from '../alarm/index.ts'

/** Guessing meeting ids from so many addresses that none reaches its limit. */

const minute = 60_000
const needsChallenge = { http: 400, code: 400 }

let testServer: TestServer
let id: string
beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	id = await schedule(await testServer.signIn('anna'))
})
afterEach(() => testServer.close())

let tried = 0
const unknownId = () => String(900_000_000 + tried++)
const look = (who: TestClient, meetingId: string, captcha?: string) =>
	who.send(`GET /meeting/meetings/${meetingId}?unauth`, captcha === undefined ? {} : { captcha })
const join = (who: TestClient, meetingId: string, captcha?: string) =>
	who.send('POST /meeting/joinMeeting', { meetingId, display_name: 'Guest', action: 'webJoin', captcha })

async function sweep(times: number, host?: string) {
	for (let i = 0; i < times; i += 5) {
		const who = await testServer.visit(host === undefined ? {} : { host })
		for (let j = 0; j < Math.min(5, times - i); j++) await look(who, unknownId())
	}
}
const alarms = () => createSqlAlarmStore(testServer.database.db).listSince(0)

test('[API-03] below the limit nothing changes for anyone', async () => {
	await sweep(sweepLimit - 1)
	expect((await look(await testServer.visit(), id)).code).toBe(200)
	expect(await alarms()).toEqual([])
	expect(testServer.logged()).not.toContain('meeting ids')
})

test('[API-03] from a hundred on guests need a challenge at every way to a meeting, members none, other sites neither', async () => {
	await sweep(sweepLimit)
	const guest = await testServer.visit()
	expect(await look(guest, id)).toMatchObject(needsChallenge)
	expect(await join(guest, id)).toMatchObject(needsChallenge)
	expect(await guest.send(`POST /mobile/joinMeeting/${id}`, { display_name: 'Guest' })).toMatchObject(needsChallenge)
	// An id that does not exist gives the same answer.
	expect((await look(guest, unknownId())).text).toBe((await look(guest, id)).text)
	expect((await look(guest, id, 'made up')).code).toBe(800)
	const ben = await testServer.signIn('ben')
	expect((await ben.send(`GET /meeting/meetings/${id}`)).code).toBe(200)
	expect((await join(ben, id)).code).toBe(200)
	const zoe = await testServer.signIn('zoe')
	const elsewhere = await schedule(zoe)
	expect((await look(await testServer.visit({ host: hostB }), elsewhere)).code).toBe(200)
})

test('[API-03] a solved challenge is good for the way into a meeting, until the next unknown id, for this browser', async () => {
	await sweep(sweepLimit)
	const guest = await testServer.visit()
	const captcha = await testServer.pass(guest)
	expect((await look(guest, id, captcha)).code).toBe(200)
	expect((await join(guest, id)).code).toBe(200)
	expect((await look(await testServer.visit(), id, captcha)).code).toBe(800)
	expect((await look(guest, unknownId())).http).toBe(404)
	expect(await look(guest, id)).toMatchObject(needsChallenge)
	expect((await look(guest, id, captcha)).code).toBe(800)
})

test('[API-03] it is logged once and recorded, and ends when it calms down', async () => {
	await sweep(sweepLimit + 30)
	expect(testServer.logged().match(/meeting ids are being guessed from many addresses/g)).toHaveLength(1)
	expect(testServer.nouns.alarm.sweeps.list()).toMatchObject([{ siteId: 'A', unknownIds: sweepLimit, isOn: true }])
	expect(await alarms()).toMatchObject([{ host: 'a.example', kind: 'sweep', endedAt: null }])
	testServer.clock.advance(9 * minute)
	await testServer.nouns.alarm.sweeps.endCalm()
	expect(await look(await testServer.visit(), id)).toMatchObject(needsChallenge)
	testServer.clock.advance(minute)
	await testServer.nouns.alarm.sweeps.endCalm()
	expect((await look(await testServer.visit(), id)).code).toBe(200)
	expect(await alarms()).toMatchObject([{ endedAt: testServer.clock.now() }])
})

test('[API-03] an alarm that a stopped server left behind ends with the next one', async () => {
	await createSqlAlarmStore(testServer.database.db).raise('A' as never, 'sweep', { server: 'stopped', at: 1 })
	await testServer.nouns.alarm.sweeps.endCalm()
	expect(await alarms()).toMatchObject([{ raisedAt: 1, endedAt: testServer.clock.now() }])
})

test('[API-03] the alarm of one server applies on the others', async () => {
	const store = createSqlAlarmStore(testServer.database.db)
	await store.raise('A' as never, 'sweep', { server: 'other', at: testServer.clock.now() })
	await testServer.nouns.alarm.sweeps.endCalm()
	expect(await look(await testServer.visit(), id)).toMatchObject(needsChallenge)
	await store.endAllBut([], 'sweep', { server: 'other', before: 0, at: testServer.clock.now() })
	await testServer.nouns.alarm.sweeps.endCalm()
	expect((await look(await testServer.visit(), id)).code).toBe(200)
})
