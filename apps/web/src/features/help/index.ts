export { articleAddress, articleOf, articleValue, articleWords } from './articles.ts'
export { HelpMenus } from './HelpMenus.tsx'
