import type { Call, CommonRefusal, RefusalOf } from '@parley/api'
import type { ApiFailure } from './response.ts'

/** The call got no answer: the same call may succeed later. */
export type NetworkFailure = 'offline' | 'timeout' | 'cancelled'

/** Refusals any call may return; `unknown` is a code the contract does not declare. */
export type GeneralRefusal = CommonRefusal | 'unknown'

/**
 * A value for every refusal a call declares; a refusal without one does not compile.
 * @typeParam General the refusals of any call that have a value of their own here
 */
export type RefusalTable<C extends Call, T, General extends GeneralRefusal = never> = Readonly<
	Record<RefusalOf<C> | General, T>
>

export const isNetworkFailure = (failure: { refusal: string }): failure is { refusal: NetworkFailure } =>
	failure.refusal === 'offline' || failure.refusal === 'timeout' || failure.refusal === 'cancelled'

/** Maps a failed call to a value: one for the network, and one for every refusal, including general ones. */
export function valueOfFailure<C extends Call, T>(
	failure: Pick<ApiFailure<C>, 'refusal'>,
	refusals: RefusalTable<C, T, GeneralRefusal>,
	network: T,
): T {
	return isNetworkFailure(failure) ? network : refusals[failure.refusal as RefusalOf<C> | GeneralRefusal]
}
