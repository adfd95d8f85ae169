import { toast } from '../../ui/index.ts'
import type { TurnedAway } from './refusals.ts'

/** Says why somebody is not let in, where the screen they were on is left. */
export async function sayTurnedAway(why: TurnedAway) {
	const { turnedAwayWords } = await import('./sentences.ts')
	toast.show(turnedAwayWords(why), { tone: 'error' })
}
