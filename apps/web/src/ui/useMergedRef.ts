import { type Ref, type RefCallback, useCallback } from 'react'

function assign<T>(ref: Ref<T> | undefined, node: T | null) {
	if (typeof ref === 'function') ref(node)
	else if (ref) ref.current = node
}

/** Gives one element to two refs: the component's own and its caller's. */
export function useMergedRef<T>(own: Ref<T>, theirs: Ref<T> | undefined): RefCallback<T> {
	return useCallback(
		(node: T | null) => {
			assign(own, node)
			assign(theirs, node)
		},
		[own, theirs],
	)
}
