import { makePlan, type Plan } from './plan.ts'
import { simulate } from './roomSimulation.ts'

/** Rooms of several servers on one database. */
export const roomsSimulation = {
	makePlan,
	simulate,
	castText({ cast: { people, nodes, capacity, isSeries, overdueAt } }: Plan): string {
		const end = overdueAt === null ? '' : `, overdue after ${overdueAt} ms`
		return `${people} people, ${nodes} nodes, ${capacity} places, ${isSeries ? 'a series' : 'one meeting'}${end}`
	},
}
