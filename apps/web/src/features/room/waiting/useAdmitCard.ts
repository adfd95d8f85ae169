import type { WaitingRoom } from '@parley/room'
import { useEffect, useState } from 'react'

/** After this time the card becomes the badge of the people control. */
const foldAfterMs = 8_000

/**
 * Whether the card is shown that says who waits: for a moment whenever somebody new waits, and for as long as it is asked
 * for.
 */
export function useAdmitCard({ count, people }: Pick<WaitingRoom, 'count' | 'people'>) {
	// Beyond the people that are listed, a growing number says the same.
	const arrivals = `${people.at(-1)?.id ?? ''} ${count}`
	const [known, setKnown] = useState({ arrivals: '', ids: new Set<string>(), count: 0 })
	const [shown, setShown] = useState<'folded' | 'passing' | 'kept'>('folded')
	const [round, setRound] = useState(0)

	if (known.arrivals !== arrivals) {
		const isNew = people.some(({ id }) => !known.ids.has(id)) || count > known.count
		setKnown({ arrivals, ids: new Set(people.map(({ id }) => id)), count })
		// Nobody waits any more, so nobody is at the card.
		if (count === 0) setShown('folded')
		if (isNew && shown !== 'kept') {
			setShown('passing')
			setRound(round + 1)
		}
	}

	// biome-ignore lint/correctness/useExhaustiveDependencies: the time starts again with each arrival
	useEffect(() => {
		if (shown !== 'passing') return
		const timer = setTimeout(() => setShown(current => (current === 'passing' ? 'folded' : current)), foldAfterMs)
		return () => clearTimeout(timer)
	}, [shown, round])

	return {
		isShown: count > 0 && shown !== 'folded',
		/** While a person is at the card, it stays. */
		keep: () => setShown('kept'),
		fold: () => setShown('folded'),
	}
}
