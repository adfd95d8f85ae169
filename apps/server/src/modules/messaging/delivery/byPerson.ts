import type { ImAppId } from '@parley/im'

const nothing: readonly never[] = []

/**
 * Objects by person. Nearly all people have one, which is stored without a list; lists are immutable, so they may be
 * iterated while items are added and removed.
 */
export class ByPerson<T extends object> {
	/** Keyed by site: sites are few, and are kept even when empty. */
	readonly #applications = new Map<ImAppId, Map<string, T | readonly T[]>>()

	add(appId: ImAppId, uid: string, value: T): void {
		const people = this.#applications.get(appId) ?? new Map<string, T | readonly T[]>()
		const own = people.get(uid)
		people.set(uid, own ? [...listOf(own), value] : value)
		this.#applications.set(appId, people)
	}

	/** Removes an object; returns false if it was absent. */
	remove(appId: ImAppId, uid: string, value: T): boolean {
		const people = this.#applications.get(appId)
		const own = this.of(appId, uid)
		if (!people || !own.includes(value)) return false
		const left = own.filter(other => other !== value)
		if (left.length > 0) people.set(uid, left)
		else people.delete(uid)
		return true
	}

	of(appId: ImAppId, uid: string): readonly T[] {
		const own = this.#applications.get(appId)?.get(uid)
		return own ? listOf(own) : nothing
	}

	/** Returns a snapshot of all objects. */
	all(): T[] {
		const all: T[] = []
		for (const people of this.#applications.values())
			for (const own of people.values()) {
				if (Array.isArray(own)) all.push(...own)
				else all.push(own as T)
			}
		return all
	}
}

const listOf = <T extends object>(own: T | readonly T[]): readonly T[] =>
	Array.isArray(own) ? (own as readonly T[]) : [own as T]
