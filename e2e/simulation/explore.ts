import { makePlan, type Plan } from './plan.ts'
import { shrink } from './shrink.ts'
import { simulate } from './simulation.ts'

export interface Finding {
	seed: number
	/** Shortest plan found that breaks the same promise. */
	plan: Plan
	violations: string[]
}

export interface Exploration {
	seeds: number
	delivered: number
	findings: Finding[]
}

/** Runs the plans of these seeds, both included, and shortens those that break a promise. */
export async function explore(
	from: number,
	to: number,
	{ maxFindings = Number.POSITIVE_INFINITY, isShrunken = true } = {},
): Promise<Exploration> {
	const exploration: Exploration = { seeds: 0, delivered: 0, findings: [] }
	for (let seed = from; seed <= to && exploration.findings.length < maxFindings; seed++) {
		const plan = makePlan(seed)
		const { violations, delivered } = await simulate(plan)
		exploration.seeds++
		exploration.delivered += delivered
		if (violations.length === 0) continue
		const shortest = isShrunken ? await shorten(plan, violations) : plan
		exploration.findings.push({
			seed,
			plan: shortest,
			violations: isShrunken ? (await simulate(shortest)).violations : violations,
		})
	}
	return exploration
}

async function shorten(plan: Plan, violations: string[]): Promise<Plan> {
	const promise = promiseOf(violations[0] ?? '')
	const steps = await shrink(plan.steps, async steps =>
		(await simulate({ ...plan, steps })).violations.some(violation => promiseOf(violation) === promise),
	)
	return { ...plan, steps }
}

/** `I1`, `I8`, `thrown` … */
const promiseOf = (violation: string) => violation.slice(0, violation.indexOf(':'))

export function findingText({ seed, plan, violations }: Finding): string {
	const { people, groups, nodes } = plan.cast
	return [
		`Seed ${seed}: ${people} people, ${nodes} node${nodes === 1 ? '' : 's'}, ${groups.map(({ kind, members }) => `${kind} of ${members.join(' ')}`).join(', ')}`,
		...plan.steps.map(step => `  ${JSON.stringify(step)}`),
		...violations.slice(0, 5).map(violation => `  → ${violation.slice(0, 400)}`),
	].join('\n')
}
