export { createQueryClient, QueryProvider, refetchShown } from './QueryProvider.tsx'
export {
	type CallInfiniteQuery,
	type CallQuery,
	callQueryKey,
	type QueryPart,
	useCallInfiniteQuery,
	useCallQuery,
} from './useCallQuery.ts'
