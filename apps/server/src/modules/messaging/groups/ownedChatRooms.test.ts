import { memberRoles } from '@parley/im'
import { expect, test } from 'vitest'
import { serverAsActor } from '../model/commit.ts'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'

/** Creates a room of the owner, as another module does, and reads its audit, oldest first. */
async function aRoom() {
	const nodes = createTestNodes()
	const { node, soon, store, accounts } = nodes
	for (const name of ['owner', 'boss', 'host']) accounts.add(name)
	async function done<T>(acting: Promise<T>): Promise<T> {
		await soon()
		return await acting
	}
	const make = () => done(node.rooms.create(appId, { name: 'Live', owner: uidOf('owner'), accountsOnly: false }))
	const auditOf = async (gid: Awaited<ReturnType<typeof make>>) =>
		(await store.readAudit(appId, gid, 20)).toReversed().map(({ ts: _, ...row }) => row)
	return { ...nodes, rooms: node.rooms, done, make, auditOf }
}

test('actions of another module in a room are audited like those of the owner over a connection, with the requester', async () => {
	const { rooms, make, done, auditOf, logIn, soon } = await aRoom()
	const [over, by] = [await make(), uidOf('host')]
	const owner = await logIn('owner')
	await owner.call('groupUpdateAnnouncement', { gid: over, announcement: 'At six' }, soon)
	await owner.call('groupUpdateMember', { gid: over, userId: uidOf('boss'), role: memberRoles.manager }, soon)
	await owner.call('groupChangeOwner', { gid: over, userId: uidOf('host') }, soon)
	await (await logIn('host')).call('groupDelete', { gid: over }, soon)

	const gid = await make()
	const act = { appId, gid, by }
	await done(rooms.announce(act, 'At six'))
	await done(rooms.setManager(act, uidOf('boss')))
	await done(rooms.setOwner(act, uidOf('host')))
	await done(rooms.remove(act))

	const expected = await auditOf(over)
	expect(expected.map(({ actor, action }) => [actor, action])).toEqual([
		['owner', 'settings'],
		['owner', 'member'],
		['owner', 'owner'],
		['host', 'delete'],
	])
	const ofOther = expected.map(row => ({ ...row, actor: by, gid, target: row.target === over ? gid : row.target }))
	expect(await auditOf(gid)).toEqual(ofOther)
})

test('an unchanged value is not audited; actions nobody requested name the server', async () => {
	const { rooms, make, done, auditOf } = await aRoom()
	const gid = await make()
	for (const accountsOnly of [false, true, true]) await done(rooms.setAccountsOnly({ appId, gid }, accountsOnly))
	await done(rooms.setOwner({ appId, gid }, uidOf('owner')))
	await done(rooms.announce({ appId, gid }, ''))
	expect(await auditOf(gid)).toEqual([
		{
			actor: serverAsActor,
			action: 'settings',
			gid,
			target: gid,
			before: { accountsOnly: false },
			after: { accountsOnly: true },
		},
	])
})
