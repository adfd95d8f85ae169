/**
 * The order of the tiles (ROOM-95). A place belongs to a person: whoever speaks, mutes or raises a hand moves nobody. A
 * newcomer is appended, and the last one takes the place of a person who has left, so that only one tile moves.
 * @param before the ids in their order so far
 * @param present the ids of the people who are there now, newcomers last
 */
export function arrangeSeats(before: readonly string[], present: readonly string[]): string[] {
	const seats = [...before]
	let index = 0
	while (index < seats.length) {
		if (present.includes(seats[index] as string)) {
			index++
			continue
		}
		const last = seats.pop() as string
		// It may have left, too: the place is looked at again.
		if (index < seats.length) seats[index] = last
	}
	return [...seats, ...present.filter(id => !seats.includes(id))]
}

/** Two people change places; nobody else moves (ROOM-231). */
export const swapSeats = (seats: readonly string[], one: string, other: string): string[] =>
	seats.map(id => (id === one ? other : id === other ? one : id))
