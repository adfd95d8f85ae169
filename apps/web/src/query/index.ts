export { QueryProvider } from './QueryProvider.tsx'
export { createQueryClient } from './queryClient.ts'
export {
	type CallInfiniteQuery,
	type CallQuery,
	callQueryKey,
	type QueryPart,
	useCallInfiniteQuery,
	useCallQuery,
} from './useCallQuery.ts'
