import { people } from './messaging/people.ts'
import { measureTwoNodes } from './messaging/twoNodes.ts'

export const name = 'Messaging: two nodes with Redis compared with one'

export async function run() {
	const { PARLEY_TEST_DATABASE_URL: database, PARLEY_TEST_REDIS: redis } = process.env
	if (database === undefined || redis === undefined) throw new Error('PostgreSQL or Redis is missing')
	return [
		{
			title: `A message to a group of ${people}, processor time of all nodes`,
			rows: await measureTwoNodes(database, redis),
			notes: [
				'Each setup has its own PostgreSQL; the CPU time of PostgreSQL and Redis is not included. People and senders are split evenly between the two nodes; every client counts its messages.',
				'With two nodes, a message is announced to the other node through Redis, where it is read once from PostgreSQL and encoded.',
			],
		},
	]
}
