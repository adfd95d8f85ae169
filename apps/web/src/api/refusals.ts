import type { Call, CommonRefusal, RefusalOf } from '@parley/api'
import type { ApiFailure } from './response.ts'

/** The call got no answer: the same call may succeed later. */
export type NetworkFailure = 'offline' | 'timeout' | 'cancelled'

/** What any call may be refused with; `unknown` is a code that the contract does not have. */
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

/** What is made of a failed call: one value for the network, and one for every refusal, general ones too. */
export function valueOfFailure<C extends Call, T>(
	failure: Pick<ApiFailure<C>, 'refusal'>,
	refusals: RefusalTable<C, T, GeneralRefusal>,
	network: T,
): T {
	return isNetworkFailure(failure) ? network : refusals[failure.refusal as RefusalOf<C> | GeneralRefusal]
}
