export { createQueryClient, QueryProvider } from './QueryProvider.tsx'
export {
	type CallInfiniteQuery,
	type CallQuery,
	callQueryKey,
	type QueryPart,
	useCallInfiniteQuery,
	useCallQuery,
} from './useCallQuery.ts'
