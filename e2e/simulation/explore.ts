import { shrink } from './shrink.ts'

/** A simulation: its plans, how they run, and how a plan is printed. */
export interface Simulation<Plan extends { steps: Step[] }, Step = Plan['steps'][number]> {
	makePlan(seed: number): Plan
	simulate(plan: Plan): Promise<Outcome>
	/** The participants of a plan. */
	castText(plan: Plan): string
}

export interface Outcome {
	/** Broken promises, each as `I1: …`. */
	violations: string[]
	/** Number of results, so that a simulation in which nothing happens is noticed. */
	delivered: number
}

export interface Finding<Plan> {
	seed: number
	/** Shortest plan found that breaks the same promise. */
	plan: Plan
	violations: string[]
}

export interface Exploration<Plan> {
	seeds: number
	delivered: number
	findings: Finding<Plan>[]
}

/** Runs the plans of these seeds, both included, and shortens those that break a promise. */
export async function explore<Plan extends { steps: Step[] }, Step>(
	{ makePlan, simulate }: Pick<Simulation<Plan, Step>, 'makePlan' | 'simulate'>,
	from: number,
	to: number,
	{ maxFindings = Number.POSITIVE_INFINITY, isShrunken = true } = {},
): Promise<Exploration<Plan>> {
	async function shorten(plan: Plan, violations: string[]): Promise<Plan> {
		const promise = promiseOf(violations[0] ?? '')
		const steps = await shrink(plan.steps, async steps =>
			(await simulate({ ...plan, steps })).violations.some(violation => promiseOf(violation) === promise),
		)
		return { ...plan, steps }
	}

	const exploration: Exploration<Plan> = { seeds: 0, delivered: 0, findings: [] }
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

/** `I1`, `I8`, `thrown` … */
const promiseOf = (violation: string) => violation.slice(0, violation.indexOf(':'))

export function findingText<Plan extends { steps: Step[] }, Step>(
	{ castText }: Pick<Simulation<Plan, Step>, 'castText'>,
	{ seed, plan, violations }: Finding<Plan>,
): string {
	return [
		`Seed ${seed}: ${castText(plan)}`,
		...plan.steps.map(step => `  ${JSON.stringify(step)}`),
		...violations.slice(0, 5).map(violation => `  → ${violation.slice(0, 400)}`),
	].join('\n')
}
