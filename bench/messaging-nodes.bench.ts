import { people } from './messaging/people.ts'
import { measureTwoNodes } from './messaging/twoNodes.ts'

export const name = 'Messaging, two nodes through Redis against one'

export async function run() {
	const { PARLEY_TEST_DATABASE_URL: database, PARLEY_TEST_REDIS: redis } = process.env
	if (database === undefined || redis === undefined) throw new Error('PostgreSQL or Redis is missing')
	return [
		{
			title: `A message to a group of ${people}, processor time of all nodes`,
			rows: await measureTwoNodes(database, redis),
			notes: [
				'On one PostgreSQL each, whose processor time is not counted, nor that of Redis. Half of the people are on each of the two nodes, and so are those who write; every client counts what it gets.',
				'Above one node, a message is told to the other node through Redis, read there once from PostgreSQL, and encoded there, too.',
			],
		},
	]
}
