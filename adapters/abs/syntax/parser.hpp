// The parser: recursive descent with two tokens of look-ahead, one class over several files.
//
// An error is reported where the text departs from the grammar; reading goes on with the next
// statement, member or declaration, so that one run shows all errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abs/syntax/model.hpp"
#include "abs/syntax/token.hpp"

namespace harrier::abs {

/// How deep expressions, patterns, types and statements may be nested: what walks the tree is
/// recursive.
inline constexpr std::uint32_t nesting_max = 1000;

class Parser {
 public:
  Parser(Model& model, std::uint32_t file, std::vector<Token> tokens, Diagnostics& diagnostics,
         bool plain_new_stays);

  /// Reads the whole file; adds its modules to the model.
  void read_file();

 private:
  /// Thrown where the text departs from the grammar, once that has been reported.
  struct SyntaxError {};

  /// Counts nesting while it exists.
  class Nested {
   public:
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ > nesting_max) parser_.fail_nesting();
    }
    ~Nested() { --parser_.nesting_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser& parser_;
  };

  // parser.cpp: tokens
  const Token& peek(std::size_t ahead = 0) const;
  bool at(TokenKind kind, std::size_t ahead = 0) const { return peek(ahead).kind == kind; }
  const Token& take();
  bool accept(TokenKind kind);
  const Token& expect(TokenKind kind, std::string_view where);
  void expect_end(TokenKind kind, std::string_view of);
  Position here() const { return position_of(peek()); }
  Position position_of(const Token& token) const;
  void report(Position position, std::string text);
  void report_unsupported(Position position, std::string text);
  [[noreturn]] void fail(std::string text);
  [[noreturn]] void fail_expected(std::string_view expected);
  [[noreturn]] void fail_nesting();
  void skip_to_next_member(std::size_t first);
  void skip_to_next_declaration();
  bool at_start_of_declaration() const;
  static bool was_name_once(TokenKind kind);
  bool legacy() const { return model_.dialect == Dialect::legacy; }
  bool at_name() const;
  const Token& take_name(std::string_view what);

  // parse_types.cpp: names, types, annotations, patterns
  std::string_view qualified_name(bool type_name, std::string_view what);
  std::string_view joined_name(std::size_t first_token);
  TypeUse* type_use();
  TypeUse* type_expression(Annotations annotations);
  std::span<TypeUse*> type_arguments();
  std::vector<std::string_view> type_parameters();
  std::size_t type_end(std::size_t ahead) const;
  Annotations annotations();
  Variable* parameter();
  std::span<Variable*> parameter_list();
  Pattern* pattern();

  // parse_expressions.cpp
  Expression* expression();
  Expression* pure_expression();
  Expression* effect_after(Expression* receiver);
  Expression* binary_expression(int precedence);
  Expression* unary_expression();
  Expression* primary_expression();
  Expression* primary_of_word();
  Expression* creation();
  Expression* original_call();
  Expression* this_expression();
  Expression* name_expression();
  Expression* constructor_expression();
  Expression* function_expression();
  Expression* template_string();
  Expression* conditional_expression();
  Expression* case_expression();
  Expression* let_expression();
  bool at_lambda() const;
  Lambda* lambda();
  FunctionArgument function_argument_of(Expression* expression);
  std::span<Expression*> expression_list(TokenKind close);
  Expression* make(Expression::Kind kind, Position position);
  Expression* settled(Expression* made);
  Expression* text_node(Expression::Kind kind, const Token& token);
  std::string_view decoded(std::string_view raw, std::string_view escapes);

  // parse_statements.cpp
  std::span<Statement*> statement_list();
  Statement* statement();
  Statement* plain_statement(Annotations annotations);
  bool at_declaration() const;
  Statement* variable_declaration(Annotations annotations);
  Statement* block();
  Statement* if_statement();
  Statement* switch_statement(bool old_form);
  Statement* while_statement();
  Statement* foreach_statement();
  Statement* try_statement();
  Statement* await_statement();
  Statement* duration_statement();
  Statement* expression_statement();
  std::pair<Expression*, Expression*> interval();
  void guards(std::vector<Guard>& out, Expression* first);
  std::span<StatementBranch> statement_branches();
  StatementBranch statement_branch();
  Statement* make(Statement::Kind kind);

  // parse_declarations.cpp
  struct Lists;
  void module_declaration();
  ModuleClause module_clause();
  void declaration(Module* module, Lists& lists);
  void main_block(Module* module, Annotations annotations);
  std::string_view declared_name(std::string_view what);
  DataType* data_declaration(const Module* module, Annotations annotations);
  Constructor* constructor_declaration(const Module* module);
  TypeSynonym* synonym_declaration(const Module* module, Annotations annotations);
  Function* function_declaration(const Module* module, Annotations annotations);
  void function_body(Function* function);
  Interface* interface_declaration(const Module* module, Annotations annotations);
  MethodSignature* method_signature();
  void product_line_part();

  // parse_classes.cpp
  struct Members;
  Class* class_declaration(const Module* module, Annotations annotations);
  void class_member(Members& members);
  void field_or_method(Members& members);
  Method* method();
  Method* method_after(MethodSignature* signature);
  Trait* trait_declaration(const Module* module, Annotations annotations);
  void trait_expression(std::vector<TraitOperation>& out);
  TraitOperation trait_operand(TraitOperation::Kind kind);

  Model& model_;
  std::uint32_t file_;
  std::vector<Token> tokens_;
  Diagnostics& diagnostics_;
  std::size_t next_ = 0;
  std::uint32_t nesting_ = 0;
  std::size_t errors_ = 0;
  Position last_error_;
  const bool plain_new_stays_;  ///< in the group of its creator
};

}  // namespace harrier::abs
