export { comparableText, createFindWord } from './wordFilter.ts'
