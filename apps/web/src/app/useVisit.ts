import { useNavigate } from '@tanstack/react-router'
import type { DraftOf, DraftVisit } from '../features/scheduling/index.ts'

const places = { host: '/searchHost', members: '/selectMembers' } as const

/** From the form of a meeting to what is chosen on a screen of its own (STORE-08). */
export function useVisit(from: DraftOf, isOa: boolean): (visit: DraftVisit) => void {
	const navigate = useNavigate()
	return visit =>
		void (visit === 'frequency'
			? navigate({ to: '/frequency', search: { from } })
			: navigate({ to: places[visit], search: { from, isOA: String(isOa) } }))
}
