import { toast } from '../../ui/index.ts'
import type { JoinError } from './join/joinErrors.ts'

/** Says why somebody is not let in, where the screen they were on is left. */
export async function showJoinError(why: JoinError) {
	const { turnedAwayWords } = await import('./sentences.ts')
	toast.show(turnedAwayWords(why), { tone: 'error' })
}
