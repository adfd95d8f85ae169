import type { ImAppId } from '@parley/im'

const nothing: readonly never[] = []

/**
 * What people have, nearly all of them one of it. Its lists are never changed, so whoever goes through one may add and
 * remove meanwhile.
 */
export class ByPerson<T> {
	readonly #applications = new Map<ImAppId, Map<string, readonly T[]>>()

	add(appId: ImAppId, uid: string, value: T): void {
		const people = this.#applications.get(appId) ?? new Map<string, readonly T[]>()
		people.set(uid, [...(people.get(uid) ?? nothing), value])
		this.#applications.set(appId, people)
	}

	/** False where it was not there. */
	remove(appId: ImAppId, uid: string, value: T): boolean {
		const people = this.#applications.get(appId)
		const own = people?.get(uid)
		if (!people || !own?.includes(value)) return false
		const left = own.filter(other => other !== value)
		if (left.length > 0) people.set(uid, left)
		else people.delete(uid)
		if (people.size === 0) this.#applications.delete(appId)
		return true
	}

	of(appId: ImAppId, uid: string): readonly T[] {
		return this.#applications.get(appId)?.get(uid) ?? nothing
	}

	/** Of everybody, as it is now. */
	all(): T[] {
		return [...this.#applications.values()].flatMap(people => [...people.values()].flat())
	}
}
